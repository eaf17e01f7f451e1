import type { Chain } from '../../chain/chain.ts'
import { storedBytes } from '../../chain/encoding/storedBlock.ts'
import { Endpoint } from '../endpoint.ts'
import { type CopiedPosition, CopiedView, receivePosition } from './copiedView.ts'
import type { Position } from './position.ts'
import { type CallReports, ReportedActivity } from './reportedActivity.ts'

/**
 * Stands for an endpoint of another process, whose blocks it knows at times. It is an endpoint only for those who answer
 * requests, and never moves.
 */
export class CopiedEndpoint extends Endpoint {
  readonly #chain: Chain
  #copied: CopiedPosition | undefined
  #view: CopiedView | undefined
  #isValid = false

  /** @param reports where its calls are counted */
  constructor(key: string, chain: Chain, reports: CallReports) {
    super(key, chain, { activity: new ReportedActivity(reports) })
    this.#chain = chain
  }

  /** The endpoint's position; undefined while it may be another one. */
  get view(): CopiedView | undefined {
    if (!this.#isValid || this.#copied === undefined) return undefined
    this.#view ??= CopiedView.create(this.#chain, this.#copied)
    return this.#view
  }

  /** The endpoint is at this position, until `invalidate` is called. */
  take(position: Position): void {
    this.#copied = receivePosition(position, this.#copied)
    this.#view = undefined
    this.#isValid = true
  }

  invalidate(): void {
    this.#isValid = false
  }

  /** How many bytes its own blocks take. */
  get bytes(): number {
    return this.#copied?.own.reduce((sum, block) => sum + storedBytes(block), 0) ?? 0
  }
}
