import { OmmerError } from '../../primitives/errors.ts'

/** The network failed a request, as a rule wants it to; the code is Node's for such an error. */
export class NetworkError extends OmmerError {
  constructor(code: 'ECONNRESET' | 'ETIMEDOUT', message: string) {
    super(code, message)
  }
}
