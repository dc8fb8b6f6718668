import { notFound } from 'next/navigation';

/** Any path nobody knows: the 404 page in the site's own frame and in the language of the path. */
export default function UnknownPage() {
  notFound();
}
