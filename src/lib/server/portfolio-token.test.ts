import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makePortfolioToken, readPortfolioToken } from './portfolio-token';

describe('tokens of a portfolio', () => {
  it('name the portfolio and lead to the hash that is kept, which is not the secret', () => {
    const portfolioId = randomUUID();
    const { token, hash } = makePortfolioToken(portfolioId);
    expect(readPortfolioToken(token)).toEqual({ portfolioId, hash });
    expect(token).not.toContain(hash);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('differ each time, also for one portfolio', () => {
    const portfolioId = randomUUID();
    const made = Array.from({ length: 50 }, () => makePortfolioToken(portfolioId).token);
    expect(new Set(made).size).toBe(50);
  });

  it.each(['', 'x', `${'a'.repeat(53)}`, `${'a'.repeat(53)}!`, `${'a'.repeat(55)}`, "' or true --"])(
    'refuses %j',
    (token) => {
      expect(readPortfolioToken(token)).toBeNull();
    },
  );
});
