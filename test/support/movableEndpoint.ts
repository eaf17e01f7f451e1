import type { Chain, ViewedChain } from '../../src/chain/chain.ts'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import { Overlay } from '../../src/chain/private/overlay.ts'
import { Endpoint } from '../../src/endpoint/endpoint.ts'
import type { EndpointParts } from '../../src/endpoint/endpointParts.ts'
import { advanceTo } from '../../src/moves/kinds/advanceTo.ts'
import { increaseTime } from '../../src/moves/kinds/increaseTime.ts'
import { type MineOptions, mine } from '../../src/moves/kinds/mine.ts'
import { type ReorgOptions, reorg } from '../../src/moves/kinds/reorg.ts'
import { rollback } from '../../src/moves/kinds/rollback.ts'
import { setNextBlockTimestamp } from '../../src/moves/kinds/setNextBlockTimestamp.ts'
import type { Move, MoveContext } from '../../src/moves/move.ts'
import { perform, performFromOutside } from '../../src/moves/perform.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import type { Pause } from '../../src/primitives/yieldToEventLoop.ts'

const context: MoveContext = {
  leader: (key) => {
    throw new Error(`there is no ${key}`)
  },
  setFaults() {},
}

/** An endpoint with moves as methods: those that pass over blocks run in sequence, the others at once. */
export class MovableEndpoint extends Endpoint {
  constructor(key: string, chain: ViewedChain, parts?: EndpointParts) {
    super(key, chain instanceof Overlay ? chain : new Overlay(chain as Chain), parts)
  }

  mine(count?: number, options?: MineOptions, pause?: Pause) {
    return this.#exclusively<readonly SealedBlock[]>(mine, [count, options], pause)
  }

  advanceTo(block: number | Hex, pause?: Pause) {
    return this.#exclusively<SealedBlock>(advanceTo, [block], pause)
  }

  reorg(options: ReorgOptions, pause?: Pause) {
    return this.#exclusively<readonly SealedBlock[]>(reorg, [options], pause)
  }

  rollback(count: number): void {
    doNow(rollback, this, count)
  }

  increaseTime(seconds: number): number {
    return doNow(increaseTime, this, seconds) as number
  }

  setNextBlockTimestamp(seconds: number): void {
    doNow(setNextBlockTimestamp, this, seconds)
  }

  #exclusively<Result>(
    move: Move,
    args: readonly unknown[],
    pause: Pause | undefined,
  ): Promise<Result> {
    return performFromOutside(move, this, args, { ...context, pause }) as Promise<Result>
  }
}

/** Performs a move without waiting for earlier ones. */
export function doNow(move: Move, endpoint: Endpoint, ...args: readonly unknown[]): unknown {
  return perform({ ...move, waits: 'never' }, endpoint, args, context)
}
