import { expect, test } from 'vitest';
import { findChanges, rememberSections } from './mark-changes';

/** As much of an element as the marks look at; the tests run without a browser. */
function element(tag: string, text: string, children: FakeElement[] = [], id = ''): FakeElement {
  return new FakeElement(tag, text, children, id);
}

class FakeElement {
  tag: string;
  own: string;
  children: FakeElement[];
  id: string;
  constructor(tag: string, own: string, children: FakeElement[], id: string) {
    this.tag = tag;
    this.own = own;
    this.children = children;
    this.id = id;
  }
  get textContent(): string {
    return this.own + this.children.map((child) => child.textContent).join('');
  }
  get lastElementChild(): FakeElement | null {
    return this.children.at(-1) ?? null;
  }
  get all(): FakeElement[] {
    return this.children.flatMap((child) => [child, ...child.all]);
  }
  querySelectorAll(selector: string) {
    const tags = selector.includes('section') ? ['section'] : ['li', 'tr'];
    return this.all.filter((one) => tags.includes(one.tag));
  }
  querySelector(selector: string) {
    return this.all.find((one) => selector.split(', ').includes(one.tag)) ?? null;
  }
}

const page = (rows: string[], sum = '') =>
  element('main', '', [
    element(
      'section',
      '',
      [
        element('h2', 'Rent'),
        element(
          'div',
          sum,
          rows.map((row) => element('li', row)),
        ),
      ],
      'rent',
    ),
    element('section', '', [element('h2', 'Notes'), element('div', 'quiet')], 'notes'),
  ]);

const standIn = (some: FakeElement): ParentNode => some as unknown as ParentNode;

const changes = (before: FakeElement, after: FakeElement) =>
  findChanges(standIn(after), rememberSections(standIn(before)));

test('a row that says something new is marked, and no other', () => {
  const after = page(['May 700', 'June 0', 'July 700']);
  const { titles, elements } = changes(page(['May 700', 'June 700', 'July 700']), after);
  expect(titles).toEqual(['Rent']);
  expect(elements.map((one) => one.textContent)).toEqual(['June 0']);
});

test('many new rows, or something beside the rows, mark the section', () => {
  const many = changes(page([]), page(['1', '2', '3', '4', '5']));
  expect(many.elements.map((one) => one.textContent)).toEqual(['12345']);
  const sum = changes(page(['May'], '700'), page(['May'], '800'));
  expect(sum.elements.map((one) => one.textContent)).toEqual(['800May']);
});

test('what says the same is left alone', () => {
  expect(changes(page(['May']), page(['May']))).toEqual({ titles: [], elements: [] });
});
