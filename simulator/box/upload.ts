/** Upload of a box's log: several messages in flight, counted when acknowledged. */
import type { BoxPort } from './box-port.ts';
import type { Link } from './mqtt-link.ts';
import type { OutboxEntry } from './outbox.ts';

/**
 * Sends all waiting messages and all samples logged up to now. Rejects when the connection ends or the box is
 * stopped before that.
 */
export async function upload(box: BoxPort, link: Link, signal: AbortSignal): Promise<void> {
  const flying = new Set<Promise<void>>();
  let failed: unknown;
  const send = async (post: OutboxEntry) => {
    const tracked = deliver(box, link, post)
      .catch((error: unknown) => {
        failed ??= error;
      })
      .finally(() => flying.delete(tracked));
    flying.add(tracked);
    if (flying.size >= box.context.inFlight) await Promise.race(flying);
    if (failed) throw failed;
  };
  for (const post of box.outbox.waiting) await send(post);
  let overtaken: OutboxEntry | undefined;
  while (!signal.aborted) {
    const post = box.outbox.next(box.sendable());
    if (!post) break;
    if (!overtaken && box.logger.link.overtaken(post.batch.through)) {
      overtaken = post;
      continue;
    }
    await send(post);
    if (overtaken) await send(overtaken);
    overtaken = undefined;
  }
  if (overtaken) await send(overtaken);
  await Promise.all(flying);
  if (failed) throw failed;
  signal.throwIfAborted();
}

async function deliver(box: BoxPort, link: Link, post: OutboxEntry): Promise<void> {
  const { stats, state } = box.context;
  const topic = box.topic('measures');
  const again = post.sent;
  post.sent = true;
  const began = performance.now();
  await link.publish(topic, post.payload);
  stats.waited(performance.now() - began);
  stats.messages += 1;
  stats.bytes += post.payload.length;
  stats.acknowledged += post.batch.measures;
  if (again) stats.repeated += post.batch.measures;
  const reached = box.outbox.acknowledge(post);
  if (reached) {
    Object.assign(box.memory, { at: reached.batch.through, boot: reached.boot, seq: reached.seq });
    state.touch();
  }
  if (!box.logger.link.duplicates(post.batch.through)) return;
  await link.publish(topic, post.payload);
  stats.repeated += post.batch.measures;
}
