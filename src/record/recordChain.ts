import { requireOurFolder } from '../formats/folder/ourFolder.ts'
import { withOwnDigest } from '../formats/folder/ownDigest.ts'
import { jsonText } from '../formats/jsonText.ts'
import type { Hex } from '../primitives/hex.ts'
import { Gathering } from './gathering.ts'
import { viewNode } from './nodeView.ts'
import { recordedManifest } from './recordedManifest.ts'
import { RecordingFolder } from './recordingFolder.ts'
import { planRecording } from './recordingPlan.ts'
import { type RecordOptions, resolveRecordOptions } from './recordOptions.ts'
import { NodeAddress } from './rpc/nodeAddress.ts'
import { RpcClient } from './rpc/rpcClient.ts'
import { surveyRecording } from './survey.ts'

/** What has been recorded. */
export interface Recording {
  readonly folder: string
  /** how many */
  readonly blocks: number
  /** how many of them an earlier run had left */
  readonly reused: number
  readonly head: { readonly number: number; readonly hash: Hex }
}

/**
 * Records a range of blocks of any node into a folder that `loadChain` reads.
 *
 * @param url of the node's JSON-RPC over HTTP
 * @param version of ommer
 * @throws {RecordError} where the range cannot be had, or what the node gives does not fit together
 * @throws {RpcRequestError} where the node does not answer
 * @throws {ExportError} where there is something else in the place of the folder
 */
export async function recordChain(
  url: string,
  given: RecordOptions,
  version: string,
): Promise<Recording> {
  const options = resolveRecordOptions(given)
  const node = new NodeAddress(url, options.headers)
  await requireOurFolder(options.folder)
  // Once one thing has failed, what else is under way need not be waited for.
  const stop = new AbortController()
  const onAbort = () => stop.abort(options.signal?.reason)
  if (options.signal?.aborted) onAbort()
  options.signal?.addEventListener('abort', onAbort)
  try {
    const client = new RpcClient(node, { ...options, signal: stop.signal })
    const plan = planRecording(options, await viewNode(client))
    const folder = await RecordingFolder.open(options.folder, plan, options.restart)
    try {
      const gathering = new Gathering(client, folder, { ...options, stop })
      await gathering.run()
      const { from, to } = folder.plan
      const survey = await surveyRecording(folder, {
        bytesMax: options.answerBytes,
        verify: options.verify,
        reread: async (number) => {
          await gathering.read(number)
          gathering.requireLinked()
        },
        signal: stop.signal,
      })
      const manifest = recordedManifest(folder.plan, {
        ...survey,
        hashOf: (number) => gathering.hashOf(number),
        chainId: gathering.chainId,
        version,
      })
      await folder.finish(withOwnDigest((digest) => jsonText({ ...manifest, digest }, true)))
      return {
        folder: options.folder,
        blocks: to - from + 1,
        reused: gathering.reused,
        head: manifest.head,
      }
    } finally {
      await folder.close()
    }
  } finally {
    options.signal?.removeEventListener('abort', onAbort)
  }
}
