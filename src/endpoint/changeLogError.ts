import { OmmerError } from '../primitives/errors.ts'

/** A change of an endpoint cannot be written to its log. */
export class ChangeLogError extends OmmerError {}
