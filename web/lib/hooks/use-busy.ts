import { useState } from 'react';

/** Whether work is in progress, and the function that awaits it: `const result = await during(call(…))`. */
export function useBusy() {
  const [busy, setBusy] = useState(false);
  const during = async <T>(work: Promise<T>): Promise<T> => {
    setBusy(true);
    try {
      return await work;
    } finally {
      setBusy(false);
    }
  };
  return [busy, during] as const;
}
