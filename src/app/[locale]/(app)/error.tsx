'use client';

import type { ErrorInfo } from 'next/error';
import { PageError } from '@/components/frame/page-error';
import { useTryAgain } from '@/components/try-again';

export default function AppError({ error, ...ways }: ErrorInfo) {
  return <PageError error={error} retry={useTryAgain(error, ways)} />;
}
