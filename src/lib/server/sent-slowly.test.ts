import { expect, test } from 'vitest';
import { SentSlowly, sentSlowly } from './sent-slowly.ts';

const piece = new Uint8Array(1_000);

/** An answer without end, which says when it was broken off. */
function endless() {
  const broken: unknown[] = [];
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(piece),
    cancel: (reason) => {
      broken.push(reason);
    },
  });
  return { broken, begin: () => Promise.resolve(stream) };
}
const short = () =>
  Promise.resolve(
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(piece);
        controller.close();
      },
    }),
  );
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'sent',
    (error: Error) => error.message,
  );

test('a person has so many places, all together so many, and an end frees one', async () => {
  const slow = new SentSlowly({ places: 3, perPerson: 2 });
  const first = await slow.send('anna', short);
  const second = await slow.send('anna', endless().begin);
  expect(await codeOf(slow.send('anna', short))).toBe('rate_limited');
  await slow.send('bert', endless().begin);
  expect(await codeOf(slow.send('carl', short))).toBe('unavailable');

  expect((await new Response(first).arrayBuffer()).byteLength).toBe(1_000);
  await second.cancel();
  expect(await codeOf(slow.send('anna', short))).toBe('sent');
  expect(await codeOf(slow.send('carl', short))).toBe('sent');
});

test('the rooms of one portfolio leave places to those of others, and an end frees one', async () => {
  const slow = new SentSlowly({ places: 4, perPortfolio: 2 });
  const first = await slow.send('room 1', endless().begin, 'lena');
  await slow.send('room 2', endless().begin, 'lena');
  expect(await codeOf(slow.send('room 3', short, 'lena'))).toBe('unavailable');
  await slow.send('room 4', endless().begin, 'mark');
  await first.cancel();
  expect(await codeOf(slow.send('room 3', short, 'lena'))).toBe('sent');
});

test('what fails before or while it is sent keeps no place', async () => {
  const slow = new SentSlowly({ places: 1 });
  expect(await codeOf(slow.send('anna', () => Promise.reject(new Error('broken'))))).toBe('broken');
  const failing = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.error(new Error('a file is missing'));
    },
  });
  const sent = await slow.send('anna', () => Promise.resolve(failing));
  await expect(new Response(sent).arrayBuffer()).rejects.toThrow('a file is missing');
  expect(await codeOf(slow.send('anna', short))).toBe('sent');
});

test('who stops reading loses the place, and what made the answer is told', async () => {
  const slow = new SentSlowly({ places: 1, patienceMs: 30 });
  const { broken, begin } = endless();
  const reader = (await slow.send('anna', begin)).getReader();
  expect((await reader.read()).value).toHaveLength(1_000);
  await expect.poll(() => broken.length).toBe(1);
  expect(await codeOf(slow.send('bert', short))).toBe('sent');
});

test('visitors, of whom anybody may let in any number, leave the places of members alone', async () => {
  const sent = [];
  for (let room = 0; room < 20; room += 1)
    sent.push(await sentSlowly('visitors').send(`room ${room}`, endless().begin));
  expect(await codeOf(sentSlowly('visitors').send('room 20', short))).toBe('unavailable');
  sent.push(await sentSlowly('members').send('anna', short));
  for (const stream of sent) await stream.cancel();
});
