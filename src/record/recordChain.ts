import { withOwnDigest } from '../formats/folder/ownDigest.ts'
import { requireReplaceableFolder } from '../formats/folder/replaceableFolder.ts'
import { jsonText } from '../formats/jsonText.ts'
import type { Hex } from '../primitives/hex.ts'
import { readBlobForks } from './blobForks.ts'
import { BlockRecorder } from './blockRecorder.ts'
import { readNodeStatus } from './nodeStatus.ts'
import { recordedManifest } from './recordedManifest.ts'
import { RecordingFolder } from './recordingFolder.ts'
import { planRecording } from './recordingPlan.ts'
import { summarizeRecording } from './recordingSummary.ts'
import { type RecordOptions, resolveRecordOptions } from './recordOptions.ts'
import { NodeAddress } from './rpc/nodeAddress.ts'
import { RpcClient } from './rpc/rpcClient.ts'

/** A complete recording. */
export interface Recording {
  readonly folder: string
  /** the number of blocks */
  readonly blocks: number
  /** the number of those that an earlier, interrupted run had recorded */
  readonly reused: number
  readonly head: { readonly number: number; readonly hash: Hex }
}

/**
 * Records a range of blocks of any node into a folder that `loadChain` reads.
 *
 * @param url of the node's JSON-RPC over HTTP
 * @param version of ommer
 * @throws {RecordError} if the node does not have the range, or its data is inconsistent
 * @throws {RpcRequestError} if a request fails
 * @throws {ExportError} if the folder exists and is not an export or a recording
 */
export async function recordChain(
  url: string,
  given: RecordOptions,
  version: string,
): Promise<Recording> {
  const options = resolveRecordOptions(given)
  const node = new NodeAddress(url, options.headers)
  await requireReplaceableFolder(options.folder)
  // After a failure, other requests in progress are aborted.
  const stop = new AbortController()
  const onAbort = () => stop.abort(options.signal?.reason)
  if (options.signal?.aborted) onAbort()
  options.signal?.addEventListener('abort', onAbort)
  try {
    const client = new RpcClient(node, { ...options, signal: stop.signal })
    const plan = planRecording(options, await readNodeStatus(client))
    const folder = await RecordingFolder.open(options.folder, plan, options.restart)
    try {
      const recorder = new BlockRecorder(client, folder, { ...options, stop })
      await recorder.run()
      const { from, to } = folder.plan
      const summary = await summarizeRecording(folder, {
        bytesMax: options.answerBytes,
        verify: options.verify,
        reread: async (number) => {
          await recorder.read(number)
          recorder.requireLinked()
        },
        signal: stop.signal,
      })
      const manifest = recordedManifest(folder.plan, {
        ...summary,
        hashOf: (number) => recorder.hashOf(number),
        chainId: recorder.chainId,
        blobForks: await readBlobForks(client, summary.blobs),
        version,
      })
      await folder.finish(withOwnDigest((digest) => jsonText({ ...manifest, digest }, true)))
      return {
        folder: options.folder,
        blocks: to - from + 1,
        reused: recorder.reused,
        head: manifest.head,
      }
    } finally {
      await folder.close()
    }
  } finally {
    options.signal?.removeEventListener('abort', onAbort)
  }
}
