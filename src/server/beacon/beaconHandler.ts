import { RequestError } from '../../rpc/errors.ts'
import { runLong } from '../../rpc/longWork.ts'
import type { Reply } from '../../rpc/reply.ts'
import { GetRequests } from '../getRequests.ts'
import type { HandlerContext } from '../handlerContext.ts'
import type { HttpHandler } from '../httpHandler.ts'
import { forAnyOrigin, jsonContent } from '../httpHeaders.ts'
import { queryOf } from '../requestTarget.ts'
import { beaconAddress } from './beaconAddress.ts'
import { BeaconError, beaconRefusal } from './beaconError.ts'
import type { BeaconAnswer } from './beaconMethods.ts'

const unknownKey = beaconRefusal(new BeaconError(401, 'invalid API key'))

const wrongVerb = beaconRefusal(new BeaconError(405, 'method not allowed: use GET'), [
  'Allow',
  'GET, HEAD, OPTIONS',
])

/**
 * Creates the handler of the part of the beacon API that clients of the execution layer need to read blobs; it passes other
 * paths to `next`.
 */
export function createBeaconHandler(context: HandlerContext, version: string): HttpHandler {
  const { refuser, rootKey } = context
  const requests = new GetRequests(context, { unknownKey, wrongVerb })
  return (request, response, next) => {
    const url = request.url as string
    const address = beaconAddress(url, rootKey)
    if (address === undefined) return next()
    const caller = requests.admit(request, response, address.key)
    if (caller === undefined) return
    const { endpoint } = caller
    const query = queryOf(url)
    const wantsSsz = prefersSsz(request.headers.accept)
    const answer = runLong(caller, async (pause) => {
      // Loaded with the first request, because most servers never get one.
      const { answerBeacon } = await import('./beaconMethods.ts')
      return answerBeacon(address.path, { endpoint, query, version, pause, wantsSsz })
    })
    answer
      .then((answered) => {
        const [body, headers] = written(answered)
        return requests.answer(request, response, caller, body, headers)
      })
      .catch((error: unknown) => {
        const refused = toBeaconError(error)
        if (refused !== undefined) return refuser.answer(response, beaconRefusal(refused))
        // Nobody waits for the answer if the client has disconnected.
        if (!caller.isClosed()) next(error)
      })
  }
}

function written({ json, ssz, headers = [] }: BeaconAnswer): [Reply, readonly string[]] {
  const more = [...forAnyOrigin, 'Cache-Control', 'no-store', ...headers]
  if (ssz === undefined)
    return [
      ['', ...(json ?? [])],
      [...jsonContent, ...more],
    ]
  return [
    ['', ...ssz],
    ['Content-Type', 'application/octet-stream', ...more],
  ]
}

function toBeaconError(error: unknown): BeaconError | undefined {
  if (error instanceof BeaconError) return error
  const isUnknown = error instanceof RequestError && error.code === 'PRUNED'
  return isUnknown ? new BeaconError(404, error.message) : undefined
}

/** Whether a client prefers SSZ to JSON in its header Accept. */
export function prefersSsz(accept = ''): boolean {
  const qualityOf = (type: string): number => {
    const range = accept.split(',').find((each) => each.trim().startsWith(type))
    if (range === undefined) return 0
    const [, quality = '1'] = /;\s*q=([\d.]+)/.exec(range) ?? []
    return Number(quality)
  }
  return qualityOf('application/octet-stream') > qualityOf('application/json')
}
