import type { Chain } from '../chain/chain.ts'
import type { RecordedAnswers } from '../chain/chainParts.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { isEncodedImpersonated } from '../chain/encoding/impersonation.ts'
import type { ChainStates } from '../chain/execution/chainStates.ts'
import type { ChildBlocks } from '../chain/generate/childBlocks.ts'
import type { Finality } from '../chain/spec/spec.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { FinalityTag } from '../endpoint/finality.ts'
import { EndpointTree } from './endpointTree.ts'
import type { ExportedChain } from './exportedChain.ts'

/** The chain that an endpoint shows, at one moment. */
export class EndpointChain implements ExportedChain {
  readonly tree: EndpointTree
  readonly finality: Finality
  readonly contractIndex: ExportedChain['contractIndex']
  readonly recordedAnswers: RecordedAnswers | undefined
  readonly #chain: Chain
  readonly #endpoint: Endpoint
  readonly #pending: SealedBlock | undefined

  private constructor(chain: Chain, endpoint: Endpoint, pending: SealedBlock | undefined) {
    this.#chain = chain
    this.#endpoint = endpoint
    this.#pending = pending
    this.tree = new EndpointTree(endpoint.chain, endpoint.head)
    this.finality = finalityOf(endpoint)
    this.recordedAnswers = endpoint.recordedAnswers
    this.contractIndex = { at: (block) => chain.contractIndex.at(block, endpoint.chain.tree) }
  }

  /**
   * Waits for the moves of the endpoint that were requested before.
   *
   * @param chain that all endpoints of its server share
   * @throws {EndpointMoveError} CLOSED
   */
  static of(chain: Chain, endpoint: Endpoint): Promise<EndpointChain> {
    return endpoint.exclusively(async () => {
      const pending = await validPending(endpoint)
      return new EndpointChain(chain, endpoint, pending)
    })
  }

  get spec(): Chain['spec'] {
    return this.#chain.spec
  }

  get isGenerated(): boolean {
    return this.#chain.isGenerated
  }

  get rules(): Chain['rules'] {
    return this.#chain.rules
  }

  get genesis(): Chain['genesis'] {
    return this.#chain.genesis
  }

  get accounts(): Chain['accounts'] {
    return this.#chain.accounts
  }

  get writtenAs(): string | undefined {
    return this.#chain.writtenAs
  }

  get chainId(): number {
    return this.#chain.chainId
  }

  get children(): ChildBlocks {
    return this.#endpoint.chain.children
  }

  get states(): ChainStates {
    return this.#endpoint.chain.states
  }

  async candidate(): Promise<SealedBlock | undefined> {
    return this.#pending
  }
}

/** The pending block, if it may be part of a valid chain. */
async function validPending(endpoint: Endpoint): Promise<SealedBlock | undefined> {
  const { head, headerSettings } = endpoint
  if (head.irregularity !== undefined || headerSettings !== undefined) return undefined
  const sent = (await endpoint.miner?.ready()) ?? []
  if (sent.some(({ encoded, sender }) => isEncodedImpersonated(encoded, sender))) return undefined
  return endpoint.pendingBlock()
}

/** The distances of the tags from the head, which are no rule where finality stalls. */
function finalityOf(endpoint: Endpoint): Finality {
  const { head, finality } = endpoint
  const distanceOf = (tag: FinalityTag): number => {
    const block = endpoint.blockByTag(tag)
    if (block !== undefined) return head.number - block.number
    return typeof finality === 'object' ? finality[tag] : Number.POSITIVE_INFINITY
  }
  return { safe: distanceOf('safe'), finalized: distanceOf('finalized') }
}
