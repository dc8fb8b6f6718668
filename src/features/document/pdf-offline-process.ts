import dgram from 'node:dgram';
import dns from 'node:dns';
import module from 'node:module';
import net from 'node:net';
import workers from 'node:worker_threads';

/**
 * Loaded before the reader of PDFs, into each of its threads: takes the network away, which Node's own permissions do
 * not cover before version 25. fetch, http, tls, WebSocket all come down to a socket that connects. What Node
 * keeps inside cannot be asked for either, since permissions are on.
 */
function refuse(): never {
  throw new Error('This process has no network.');
}

function take(from: object, names: readonly string[]): void {
  for (const name of names) {
    Object.defineProperty(from, name, { value: refuse, writable: false, configurable: false });
  }
}

const functionsOf = (from: object) =>
  Object.getOwnPropertyNames(from).filter(
    (name) => name !== 'constructor' && typeof Reflect.get(from, name) === 'function',
  );

take(net.Socket.prototype, ['connect']);
take(net.Server.prototype, ['listen']);
take(net, ['_createServerHandle']);
take(dgram.Socket.prototype, ['bind', 'connect', 'send']);
take(dgram, ['_createSocketHandle', 'createSocket']);
take(dns.Resolver.prototype, functionsOf(dns.Resolver.prototype));
take(dns.promises.Resolver.prototype, functionsOf(dns.promises.Resolver.prototype));
take(dns, functionsOf(dns));
take(dns.promises, functionsOf(dns.promises));
if (!workers.isMainThread) {
  // Another thread could be asked for without this file.
  take(workers, ['Worker']);
  take(module, ['register', 'registerHooks']);
}
module.syncBuiltinESMExports();
