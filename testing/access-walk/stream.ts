/** Subscribes to live events as an actor, and stores them. */
export async function listen(
  url: string,
  authorization: string,
  aeros: readonly number[],
): Promise<{ text(): string; stop(): void }> {
  const stop = new AbortController();
  const response = await fetch(`${url}/api/events/?aeros=${aeros.join(',')}`, {
    headers: { Authorization: authorization },
    signal: stop.signal,
  });
  if (response.status !== 200 || response.body === null) throw new Error(`no stream: ${response.status}`);
  let text = '';
  const read = async (reader: ReadableStreamDefaultReader<string>) => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  };
  void read(response.body.pipeThrough(new TextDecoderStream()).getReader()).catch(() => undefined);
  return { text: () => text, stop: () => stop.abort() };
}
