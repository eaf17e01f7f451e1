import { InputError } from '../primitives/inputError.ts'

/** What the end of a recording is about. */
export interface RecordPlace {
  /** number of the block */
  readonly block?: number
  /** what is wrong with it, where that is a field */
  readonly field?: string
  /** the option to change, where that is the reason */
  readonly option?: string
}

/** A range of a chain cannot be recorded; what is there of it stays there. `path` names the option to change. */
export class RecordError extends InputError {
  readonly block: number | undefined
  readonly field: string | undefined

  constructor(problem: string, options?: ErrorOptions & RecordPlace) {
    super('CANNOT_RECORD', options?.option ?? '', problem.replaceAll(/\s*\n\s*/g, ' '), options)
    this.block = options?.block
    this.field = options?.field
  }
}
