import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { verifyAccessToken } from '@/auth/server/token';
import { database } from '@/db/client';
import { enterRequest } from '@/db/scope';
import { calls } from './calls.ts';

/**
 * What the product is measured against: bare node:http with the same token check and the same statements in the
 * same transaction, without tRPC, Next, limits or log. Takes `POST /<call>` with JSON.
 */
const server = createServer(async (request, response) => {
  try {
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    const { userId, sessionId } = await verifyAccessToken(token);
    const call = calls[request.url?.slice(1) ?? ''];
    const portfolioId = String(request.headers['x-portfolio']);
    const body = await text(request);
    // As the product enters: who writes is asked for their session in the same statement.
    const entry = { userId, portfolioId, sessionId: call?.isMutation ? sessionId : null };
    const answer = await enterRequest(database(), entry, async ({ tx, scope }) => {
      if (!scope || !call) throw new Error('No such call.');
      return call.run(tx, scope, body === '' ? undefined : JSON.parse(body));
    });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer ?? null));
  } catch (error) {
    response.statusCode = 500;
    response.end(String(error));
  }
});
server.listen(Number(process.env.PORT), '127.0.0.1');
