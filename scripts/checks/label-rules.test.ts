import { expect, test } from 'vitest';
import { findMislabelled } from './label-rules.ts';
import { flatten } from './message-rules.ts';
import { parseSource } from './source.ts';

const messages = (edit: string, editOf: string) => ({ en: flatten({ Cost: { edit, editOf } }) });
const button = (attribute: string, child: string) => [
  parseSource(
    'src/x.tsx',
    `const t = useTranslations('Cost');\nconst x = <Button ${attribute}>{${child}}</Button>;`,
  ),
];

test('what stands on a button is part of what a screen reader calls it', () => {
  const labelled = button("aria-label={t('editOf', { name })}", "t('edit')");
  expect(findMislabelled(messages('Edit', 'Change the agreement of {name}'), labelled)).toEqual([
    {
      path: 'src/x.tsx',
      line: 2,
      message:
        'en: Cost.editOf is heard as "Change the agreement of {name}" and seen as "Edit": the first must hold the second',
    },
  ]);
  expect(findMislabelled(messages('Edit', 'edit the agreement of {name}'), labelled)).toEqual([]);
});

test('a button with nothing but a picture, or with words chosen at run time, is not judged', () => {
  const words = messages('Edit', 'Change');
  expect(findMislabelled(words, button("aria-label={t('editOf')}", 'icon'))).toEqual([]);
  expect(findMislabelled(words, button('aria-label={t(key)}', "t('edit')"))).toEqual([]);
});
