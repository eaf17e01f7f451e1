import type { ErrorValues } from '../endpoint/dialects/words.ts'
import type { InjectedError } from './effect.ts'

/** The view of a fault cannot give what a method needs. The client gets this error. */
export class ViewError extends Error {
  readonly error: InjectedError
  /** for the words of dialects, which replace geth's */
  readonly values: ErrorValues | undefined

  constructor(error: InjectedError, values?: ErrorValues) {
    super(error.message)
    this.error = error
    this.values = values
  }
}
