import { InputError } from '../primitives/inputError.ts'

/** Where in the chain a recording failed, or which option made it fail. */
export interface RecordErrorDetails {
  /** number of the block */
  readonly block?: number
  /** the field of the block that is wrong */
  readonly field?: string
  /** the option to change */
  readonly option?: string
}

/** A recording failed. The blocks recorded so far are kept. `path` names the option to change, if that is the reason. */
export class RecordError extends InputError {
  readonly block: number | undefined
  readonly field: string | undefined

  constructor(problem: string, details?: ErrorOptions & RecordErrorDetails) {
    super('CANNOT_RECORD', details?.option ?? '', problem.replaceAll(/\s*\n\s*/g, ' '), details)
    this.block = details?.block
    this.field = details?.field
  }
}
