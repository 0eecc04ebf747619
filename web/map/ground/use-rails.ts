import { useEffect, useState } from 'react';
import { load, type Rail } from './atlas.ts';

const NONE: readonly Rail[] = [];

/** The bundled railway lines; none until they are loaded, or if that fails. */
export function useRails(): readonly Rail[] {
  const [rails, setRails] = useState(NONE);
  useEffect(() => {
    let gone = false;
    load<Rail[]>('rails.json')
      .then((all) => {
        if (!gone) setRails(all);
      })
      // Without them a line has no stations, and a kilometre point no position.
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, []);
  return rails;
}

/** The railway line of a name, which begins with the code of the line. */
export const railOf = (rails: readonly Rail[], line: string): Rail | undefined =>
  rails.find(({ code }) => code === line.trim().split(/\s/)[0]);
