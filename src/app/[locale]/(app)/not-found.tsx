import { PageNotFound } from '@/components/frame/page-not-found';

export default function NotFound() {
  return <PageNotFound back="/dashboard" />;
}
