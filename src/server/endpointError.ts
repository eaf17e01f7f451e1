import { OmmerError } from '../primitives/errors.ts'

/** An endpoint cannot be created as requested. */
export class EndpointError extends OmmerError {
  constructor(code: EndpointErrorCode, message: string) {
    super(code, message)
  }
}

type EndpointErrorCode =
  | 'INVALID_KEY'
  | 'INVALID_OPTIONS'
  | 'ENDPOINT_EXISTS'
  | 'UNKNOWN_ENDPOINT'
  | 'ENDPOINT_CLOSED'
  | 'SERVER_CLOSED'
