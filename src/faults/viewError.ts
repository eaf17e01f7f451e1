import type { InjectedError } from './effect.ts'

/** The view of a fault cannot give what a method needs. The client gets this error. */
export class ViewError extends Error {
  readonly error: InjectedError

  constructor(error: InjectedError) {
    super(error.message)
    this.error = error
  }
}
