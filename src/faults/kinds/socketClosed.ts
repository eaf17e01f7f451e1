import * as v from 'valibot'
import { checkedBy, described, wholeNumber } from '../../primitives/input.ts'
import { WEBSOCKET_ABNORMAL } from '../effect.ts'
import { faultKind, faultSchema } from '../kind.ts'

/** 1004, 1005 and 1015 are never sent (RFC 6455, 7.4.1). */
const closeCodes = v.union([
  wholeNumber(1000, 1003),
  wholeNumber(1006, 1014),
  wholeNumber(3000, 4999),
])

const anyCode = v.pipe(
  wholeNumber(1000, 4999),
  v.check(
    (code) => v.is(closeCodes, code),
    ({ input }) => `${input} is none of: 1000 to 1003, 1006 to 1014, 3000 to 4999`,
  ),
)

const closeCode = checkedBy(v.union(closeCodes.options), () => anyCode)

/** The WebSocket is closed instead of sending the reply; with `atBlock`, every WebSocket of the endpoint is closed. */
export interface SocketClosedFault {
  readonly kind: 'socketClosed'
  /** the height of the endpoint's head at which each of its WebSockets is closed, whatever is called */
  readonly atBlock?: number | undefined
  /** the close code (RFC 6455, 7.4). Default 1006: the connection ends without a closing handshake. */
  readonly code?: number | undefined
}

export const socketClosed = faultKind<SocketClosedFault>()({
  schema: faultSchema(
    'socketClosed',
    'The WebSocket is closed instead of sending the reply; with atBlock, every WebSocket of the endpoint.',
    {
      /** closes when the head reaches this height, not on a call */
      atBlock: v.optional(
        described(wholeNumber(0), 'when the head of the endpoint reaches this height'),
      ),
      code: v.optional(
        described(
          closeCode,
          'of RFC 6455, 7.4; 1006 ends the connection without a closing handshake',
        ),
        WEBSOCKET_ABNORMAL,
      ),
    },
  ),
  appliesTo: ({ atBlock }) =>
    atBlock === undefined
      ? { transports: ['webSocket'], notifications: ['webSocket'] }
      : { subject: 'head', transports: ['webSocket'], block: atBlock },
  effect: ({ code }) => ({ at: 'delivery', delivery: { kind: 'close', code } }),
})
