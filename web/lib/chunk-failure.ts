/** A part that has not loaded after this, ms, counts as failed: the customer's own rule. */
export const CHUNK_TIMEOUT = 120_000;

/** A part of the console could not be loaded. */
export class ChunkFailure extends Error {
  constructor(cause: unknown) {
    super('a part of the console could not be loaded', { cause });
    this.name = 'ChunkFailure';
  }
}
/** Whether an error is a failed load of a script or stylesheet, by the browsers' messages. */
export function isChunkFailure(error: unknown): boolean {
  return (
    error instanceof ChunkFailure ||
    (error instanceof Error &&
      /dynamically imported module|importing a module script|preload css|module script failed/i.test(
        error.message,
      ))
  );
}

export function loadWithin<T>(load: () => Promise<T>, timeout = CHUNK_TIMEOUT): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${timeout} ms`)), timeout);
    load().then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}
