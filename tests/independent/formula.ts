/**
 * Works out a formula as a reader would who has only what an explanation shows: signs, names in braces and their values.
 * Amounts in units of money, per cents as fractions, days as their text. `Σ` sums the steps; it reaches to the next plus
 * or minus.
 */
type Value = number | string | boolean | null;
type Names = (name: string) => Value | undefined;

const SIGNS = /\{([a-z0-9_]+)\}|(\d+(?:\.\d+)?)(\s?%)?|(min|max)\(|([+−×÷(),<>≤≥∨∧Σ])/gu;

type Token = { kind: 'name' | 'number' | 'call' | 'sign'; text: string };

function tokensOf(formula: string): Token[] {
  const tokens: Token[] = [];
  let read = 0;
  for (const match of formula.matchAll(SIGNS)) {
    if (formula.slice(read, match.index).trim() !== '') throw new Error(`unread in ${formula}`);
    read = match.index + match[0].length;
    const [, name, figure, percent, call, sign] = match;
    if (name) tokens.push({ kind: 'name', text: name });
    else if (figure) tokens.push({ kind: 'number', text: percent ? String(Number(figure) / 100) : figure });
    else if (call) tokens.push({ kind: 'call', text: call });
    else tokens.push({ kind: 'sign', text: sign ?? '' });
  }
  if (formula.slice(read).trim() !== '') throw new Error(`unread in ${formula}`);
  return tokens;
}

/** The value of a formula; null where something it needs is not there. `sumOfSteps` is what `Σ` stands for. */
export function worked(formula: string, names: Names, sumOfSteps?: () => number): Value {
  const tokens = tokensOf(formula);
  let at = 0;
  const is = (sign: string) => tokens[at]?.kind === 'sign' && tokens[at]?.text === sign;
  const take = (sign: string) => {
    if (!is(sign)) throw new Error(`${sign} expected in ${formula}`);
    at += 1;
  };
  const figure = (value: Value): number | null => {
    if (value === null || typeof value === 'number') return value;
    throw new Error(`no figure in ${formula}: ${String(value)}`);
  };
  const both = (a: Value, b: Value, of: (x: number, y: number) => number): Value => {
    const [x, y] = [figure(a), figure(b)];
    return x === null || y === null ? null : of(x, y);
  };

  function atom(): Value {
    const token = tokens[at];
    if (!token) throw new Error(`ends early: ${formula}`);
    at += 1;
    if (token.kind === 'number') return Number(token.text);
    if (token.kind === 'name') {
      const value = names(token.text);
      if (value === undefined) throw new Error(`{${token.text}} has no value in ${formula}`);
      return value;
    }
    if (token.kind === 'call') {
      const values = [disjunction()];
      while (is(',')) {
        at += 1;
        values.push(disjunction());
      }
      take(')');
      // A bound that is not there makes a formula nobody can work out.
      if (values.includes(null)) throw new Error(`a bound is missing in ${formula}`);
      const sorted = values.toSorted((a, b) => ((a ?? 0) < (b ?? 0) ? -1 : 1));
      return (token.text === 'min' ? sorted[0] : sorted.at(-1)) ?? null;
    }
    if (token.text === '(') {
      const value = disjunction();
      take(')');
      return value;
    }
    if (token.text === '−') return both(0, atom(), (x, y) => x - y);
    throw new Error(`${token.text} in ${formula}`);
  }
  function product(): Value {
    if (is('Σ')) {
      at += 1;
      let depth = 0;
      // What is summed is shown in the steps.
      while (at < tokens.length && (depth > 0 || !['+', '−', ')'].includes(tokens[at]?.text ?? ''))) {
        if (is('(') || tokens[at]?.kind === 'call') depth += 1;
        if (is(')')) depth -= 1;
        at += 1;
      }
      if (!sumOfSteps) throw new Error(`no steps to sum in ${formula}`);
      return sumOfSteps();
    }
    let value = atom();
    while (is('×') || is('÷')) {
      const isTimes = is('×');
      at += 1;
      value = both(value, atom(), (x, y) => (isTimes ? x * y : x / y));
    }
    return value;
  }
  function sum(): Value {
    let value = product();
    while (is('+') || is('−')) {
      const isPlus = is('+');
      at += 1;
      value = both(value, product(), (x, y) => (isPlus ? x + y : x - y));
    }
    return value;
  }
  function comparison(): Value {
    const values = [sum()];
    const signs: string[] = [];
    while (is('<') || is('>') || is('≤') || is('≥')) {
      signs.push(tokens[at]?.text ?? '');
      at += 1;
      values.push(sum());
    }
    if (signs.length === 0) return values[0] ?? null;
    if (values.includes(null)) throw new Error(`a bound is missing in ${formula}`);
    return signs.every((sign, index) => {
      const [a, b] = [values[index] ?? 0, values[index + 1] ?? 0];
      return sign === '<' ? a < b : sign === '>' ? a > b : sign === '≤' ? a <= b : a >= b;
    });
  }
  function disjunction(): Value {
    let value = comparison();
    while (is('∨') || is('∧')) {
      const isOr = is('∨');
      at += 1;
      const other = comparison();
      value = isOr ? value === true || other === true : value === true && other === true;
    }
    return value;
  }
  const value = disjunction();
  if (at < tokens.length) throw new Error(`too much in ${formula}`);
  return value;
}
