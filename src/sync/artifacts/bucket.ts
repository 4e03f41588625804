/** An S3-compatible bucket. */

import { S3mini } from 's3mini'
import { Failure } from '../../core/errors.ts'

export interface Bucket {
  readonly url: string
  readonly bucket: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}

const requestTimeoutMs = 60_000

/** Each request of `work` has a minute, or until the signal aborts. Throws `store_unavailable`. */
export async function useBucket<Result>(
  bucket: Bucket,
  signal: AbortSignal,
  work: (client: S3mini) => Promise<Result>,
): Promise<Result> {
  return await send(bucket, signal, () => AbortSignal.timeout(requestTimeoutMs), work)
}

/** The bytes from `start` on; the signal bounds how long they may be read. Throws `store_unavailable`. */
export async function readFromBucket(
  bucket: Bucket,
  key: string,
  { start, length }: { readonly start: number; readonly length: number },
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const { status, body } = await send(
    bucket,
    signal,
    () => signal,
    (client) => client.getObjectRaw(key, false, start, start + length),
  )
  if (status !== 206 || body === null)
    throw new Failure('store_unavailable', 'The bucket did not send the part that was asked for.')
  return body
}

/** Throws when the bucket cannot be reached, does not exist, or rejects the credentials. */
export async function checkBucket(bucket: Bucket, signal: AbortSignal): Promise<void> {
  // Listing proves that the key is accepted; a bucket that merely exists may belong to someone else.
  const listing = await useBucket(bucket, signal, (client) => client.listObjects('/', '', 1))
  if (listing === null) throw new Failure('not_found', 'The bucket does not exist, or it rejects the key.')
}

async function send<Result>(
  { url, bucket, region, accessKey, secretKey }: Bucket,
  signal: AbortSignal,
  timeout: () => AbortSignal,
  work: (client: S3mini) => Promise<Result>,
): Promise<Result> {
  // The client takes no signal per call, so each has its own.
  const client = new S3mini({
    endpoint: `${url.replace(/(?<!\/)\/+$/, '')}/${bucket}`,
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.any([signal, timeout()]) }),
  })
  try {
    return await work(client)
  } catch (cause) {
    signal.throwIfAborted()
    throw new Failure('store_unavailable', 'The bucket cannot be reached.', { cause })
  }
}
