import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

/** What a server says to one step of a mail; `drop` ends the connection instead of answering. */
type Answer = string | 'drop' | 'silence';
export type SmtpScript = {
  greeting?: () => Answer;
  /** The largest mail it takes, as it announces it. */
  size?: number;
  rcpt?: (address: string) => Answer | undefined;
  /** After the whole mail has come; it counts as taken where the answer begins with 2, and with `take`. */
  data?: (mail: ReceivedMail) => Answer | undefined;
  /** Takes the mail although the sender never hears of it. */
  takesDropped?: boolean;
};
export type ReceivedMail = { from: string; to: string; text: string; messageId: string };

/** A mail server of the test's own: real sockets, real commands, answers as the test wants them. */
export async function startSmtpServer(script: SmtpScript = {}) {
  const taken: ReceivedMail[] = [];
  const sockets = new Set<net.Socket>();
  let connections = 0;
  const server = net.createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    serve(socket, script, taken);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    script,
    connections: () => connections,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function serve(socket: net.Socket, script: SmtpScript, taken: ReceivedMail[]) {
  let buffer = '';
  let from = '';
  let to = '';
  let isData = false;
  let isInMail = false;
  const say = (answer: Answer) => {
    if (answer === 'drop') socket.destroy();
    else if (answer !== 'silence') socket.write(`${answer}\r\n`);
  };
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO' || verb === 'HELO') {
      return say(script.size === undefined ? '250 test' : `250-test\r\n250 SIZE ${script.size}`);
    }
    if (verb === 'RSET') isInMail = false;
    if (verb === 'MAIL') {
      // As real servers do: a mail that was begun is finished or reset first.
      if (isInMail) return say('503 5.5.1 nested MAIL command');
      isInMail = true;
      from = /<([^>]*)>/.exec(line)?.[1] ?? '';
      return say('250 2.1.0 ok');
    }
    if (verb === 'RCPT') {
      to = /<([^>]*)>/.exec(line)?.[1] ?? '';
      return say(script.rcpt?.(to) ?? '250 2.1.5 ok');
    }
    if (verb === 'DATA') {
      isData = true;
      return say('354 go on');
    }
    if (verb === 'QUIT') {
      socket.end('221 bye\r\n');
      return;
    }
    say('250 ok');
  };
  const message = (text: string) => {
    isInMail = false;
    const messageId = /^message-id:\s*<([^>]+)>/im.exec(text)?.[1] ?? '';
    const mail = { from, to, text, messageId };
    const answer = script.data?.(mail) ?? '250 2.0.0 queued';
    if (answer.startsWith('2') || (answer === 'drop' && script.takesDropped)) taken.push(mail);
    say(answer);
  };
  socket.on('data', (chunk) => {
    buffer += chunk.toString('latin1');
    for (;;) {
      const end = buffer.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const part = buffer.slice(0, end);
      buffer = buffer.slice(end + (isData ? 5 : 2));
      if (isData) {
        isData = false;
        message(part);
      } else command(part);
    }
  });
  say(script.greeting?.() ?? '220 test ESMTP');
}
