import { describe, expect, test } from 'vitest';
import { withoutName } from './without-name';

const without = (text: string, name = 'Max Rot', ...others: string[]) => withoutName(text, name, others);

describe('a text without the name of somebody', () => {
  test.each([
    ['Mietvertrag Max Rot.pdf', 'Mietvertrag ….pdf'],
    ['Mietvertrag_Rot,_Max_2024.pdf', 'Mietvertrag_…_2024.pdf'],
    ['Mietvertrag-Max-Rot-2024.pdf', 'Mietvertrag-…-2024.pdf'],
    ['MAX ROT', '…'],
    ['Max Rot, Max Rot', '…'],
    ['Max Rot: die Wand ist rot', '…: die Wand ist rot'],
  ])('%s: %s', (text, expected) => {
    expect(without(text)).toBe(expected);
  });

  test.each([
    ['Maximales Protokoll'],
    ['Rotes Tor'],
    ['Max'],
    ['Das rote Max-Planck-Institut'],
    ['Rot: Schreiben an Max'],
    [''],
    ['Karl-Müller-Straße 5', 'Karl Müller'],
    ['Karl Müller-Lang', 'Karl Müller'],
    ['Hans-Karl Müller', 'Karl Müller'],
    ['Miete netto', 'Netto'],
    ['Netto-Miete', 'Netto'],
    ['Vertrag Karl und Dora Böck.pdf', 'Karl Böck', 'Dora Böck'],
  ])('that does not name them whole stays: %s', (text, ...named) => {
    expect(without(text, ...named)).toBe(text);
  });

  test.each([
    ['Otto von Berg: Kosten von 2024', 'Otto von Berg', '…: Kosten von 2024'],
    ['Schmidt und Partner: Miete und Kaution', 'Schmidt und Partner', '…: Miete und Kaution'],
    ['Karl Winter heizt im Winter', 'Karl Winter', '… heizt im Winter'],
    ['Netto: Miete netto', 'Netto', '…: Miete netto'],
  ])('loses no word besides: %s', (text, name, expected) => {
    expect(without(text, name)).toBe(expected);
  });

  test('is found however it is written', () => {
    for (const text of ['Vertrag Jörg Groß', 'Vertrag Joerg GROSS', 'Vertrag Jo\u0308rg Groß']) {
      expect(without(text, 'Jörg Groß')).toBe('Vertrag …');
    }
    expect(without('Café Sonnendeck GmbH & Co. KG: Pacht', 'Café Sonnendeck GmbH & Co. KG')).toBe('…: Pacht');
    expect(without('Vertrag Anna Müller-Lang', 'Anna Müller-Lang')).toBe('Vertrag …');
    expect(without('Karl_Heinz_Müller.pdf', 'Karl-Heinz Müller')).toBe('….pdf');
    expect(without('Vertrag Sean O’Brien', "Sean O'Brien")).toBe('Vertrag …');
    expect(without('Böck Böck an Böck', 'Böck Böck')).toBe('… an Böck');
    expect(without('🏠 Max Rot 🏠')).toBe('🏠 … 🏠');
    const long = 'Erbengemeinschaft nach Anna Berta Carla Dora Emma Frieda Gerda Hanna Ida Jutta Klara Lang';
    expect(without(`Vertrag ${long} (Kopie)`, long)).toBe('Vertrag … (Kopie)');
  });

  test('keeps what it has of others whom it names as well', () => {
    const both = 'Vertrag Karl Böck, Dora Böck.pdf';
    expect(without(both, 'Karl Böck', 'Dora Böck')).toBe('Vertrag …, Dora Böck.pdf');
    expect(without(both, 'Dora Böck', 'Karl Böck')).toBe('Vertrag Karl Böck, ….pdf');
    expect(without('Böck, Dora; Böck, Karl', 'Karl Böck', 'Dora Böck')).toBe('Böck, Dora; …');
    expect(without(both, 'Karl Böck', 'Karl Böck')).toBe(both);
    const double = 'Karl Müller und Anna Müller-Lang';
    expect(without(double, 'Karl Müller', 'Anna Müller-Lang')).toBe('… und Anna Müller-Lang');
    expect(without('Anna Müller Lang', 'Anna Müller', 'Anna Müller-Lang')).toBe('Anna Müller Lang');
    expect(without('Anna Müller Lang', 'Anna Müller-Lang', 'Anna Müller')).toBe('…');
  });
});
