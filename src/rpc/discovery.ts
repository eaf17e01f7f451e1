import type { DialectName } from '../endpoint/dialects/dialects.ts'
import { type Answer, encodeResult } from './answer.ts'
import type { SelfDescription } from './method.ts'
import type { DocumentOptions } from './openrpc/document.ts'

type Service = Omit<DocumentOptions, 'dialect'>

/**
 * The answers of `rpc.discover`, one for each dialect. They are written at the first request, and the code for it is
 * loaded only then: most servers never get one.
 */
export class Discovery implements SelfDescription {
  readonly #service: Service
  readonly #answers = new Map<DialectName, Promise<Answer>>()

  constructor(service: Service) {
    this.#service = service
  }

  answer(dialect: DialectName): Promise<Answer> {
    const kept = this.#answers.get(dialect)
    if (kept !== undefined) return kept
    const answer = this.#write(dialect)
    this.#answers.set(dialect, answer)
    // If loading fails, the next request tries again.
    answer.catch(() => this.#answers.delete(dialect))
    return answer
  }

  async #write(dialect: DialectName): Promise<Answer> {
    const { openRpcDocument } = await import('./openrpc/document.ts')
    return encodeResult(openRpcDocument({ ...this.#service, dialect }))
  }
}
