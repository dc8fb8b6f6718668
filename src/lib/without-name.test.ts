import { describe, expect, test } from 'vitest';
import { withoutName } from './without-name';

const without = (text: string, name = 'Max Rot', ...others: string[]) => withoutName(text, name, others);

describe('a text without the name of somebody', () => {
  test.each([
    ['Mietvertrag Max Rot.pdf', 'Mietvertrag ….pdf'],
    ['Mietvertrag_Rot,_Max_2024.pdf', 'Mietvertrag_…_2024.pdf'],
    ['MAX ROT', '…'],
    ['Rot: Schreiben an Max', '…: Schreiben an …'],
    ['Max Rot, Max Rot', '…'],
  ])('%s: %s', (text, expected) => {
    expect(without(text)).toBe(expected);
  });

  test.each(['Maximales Protokoll', 'Rotes Tor', 'Max', 'Das rote Max-Planck-Institut', ''])(
    'that does not name them whole stays: %s',
    (text) => {
      expect(without(text)).toBe(text);
    },
  );

  test('is found however it is written', () => {
    for (const text of ['Vertrag Jörg Groß', 'Vertrag Joerg GROSS', 'Vertrag Jo\u0308rg Groß']) {
      expect(without(text, 'Jörg Groß')).toBe('Vertrag …');
    }
    expect(without('Café Sonnendeck GmbH & Co. KG: Pacht', 'Café Sonnendeck GmbH & Co. KG')).toBe('…: Pacht');
    expect(without('Vertrag Anna Müller-Lang', 'Anna Müller-Lang')).toBe('Vertrag …');
    expect(without('🏠 Max Rot 🏠')).toBe('🏠 … 🏠');
  });

  test('keeps what it has of others whom it names as well', () => {
    const shared = 'Vertrag Karl und Dora Böck.pdf';
    expect(without(shared, 'Karl Böck', 'Dora Böck')).toBe('Vertrag … und Dora Böck.pdf');
    expect(without('Mahnung Karl Böck.pdf', 'Karl Böck', 'Dora Böck')).toBe('Mahnung ….pdf');
    expect(without(shared, 'Karl Böck', 'Karl Böck')).toBe(shared);
  });
});
