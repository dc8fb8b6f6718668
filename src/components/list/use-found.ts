import { useTranslations } from 'next-intl';
import { useSpoken } from '../spoken';

/** Says how much a list found whenever something else is `asked` of it: its rows change in silence. */
export function useFound(asked: string, count: number, isWhole: boolean): void {
  const t = useTranslations('List');
  useSpoken(asked, t(isWhole ? 'found' : 'foundFirst', { count }));
}
