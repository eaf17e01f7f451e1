import { isFirstNodeOf, isNodeOf } from './fork/openedForks.ts'
import type { Forking } from './moves/forking.ts'

/** Forks networks while a server runs. What this takes is loaded when it is first wanted. */
export const forking: Forking = {
  isNodeOf,
  isFirstNodeOf,
  async open(chain, wanted) {
    const { forkAgain } = await import('./fork/forkAgain.ts')
    return forkAgain(chain, wanted)
  },
  async setNode(chain, rpc) {
    const { setNode } = await import('./fork/forkAgain.ts')
    await setNode(chain, rpc)
  },
}
