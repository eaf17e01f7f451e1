import { signal } from '@preact/signals'
import type { RpcConnection } from '../connection/rpcConnection.ts'

/** A move that was made with this page. */
export interface OwnMove {
  /** of the move, such as `reorg`; its method is `ommer_reorg` */
  readonly name: string
  readonly params: readonly unknown[]
  readonly result: unknown
}

/** How many moves are kept. */
const MOVES_MAX = 500

/** The moves made with this page, oldest first, to copy them as code or as a scenario. */
export const ownMoves = signal<readonly OwnMove[]>([])

/**
 * Makes a move at the endpoint, and keeps it.
 *
 * @throws {RpcError} if the endpoint refuses
 */
export async function makeMove(
  connection: RpcConnection,
  { name, params }: Omit<OwnMove, 'result'>,
): Promise<OwnMove> {
  const result = await connection.request(`ommer_${name}`, params)
  const move: OwnMove = { name, params, result }
  ownMoves.value = [...ownMoves.value, move].slice(-MOVES_MAX)
  return move
}
