import { useText } from '../../lib/text.ts';
import type { ColumnName } from './files.ts';

/** The name of a column in the reader's language. */
export function useHeader(): ColumnName {
  const domain = useText('domain');
  return (key) => (key === 'client' ? domain('field.client') : domain(`person.${key}`));
}
