import type { IncomingMessage } from 'node:http'
import { OmmerError } from '../primitives/errors.ts'
import type { Refusal } from './refusals.ts'
import * as refusals from './refusals.ts'

const jsonTypes = /^application\/json(?:-rpc|request)?\s*(?:;|$)/i

/** Why a body is refused by its header fields, before it is read; undefined if it is accepted. */
export function bodyRefusal({ headers }: IncomingMessage, bytesMax: number): Refusal | undefined {
  const {
    'content-type': type = '',
    'content-encoding': encoding,
    'content-length': bytes,
  } = headers
  if (type !== 'application/json' && !jsonTypes.test(type)) return refusals.wrongContentType
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return refusals.unsupportedEncoding(encoding)
  }
  return Number(bytes) > bytesMax ? refusals.bodyTooLarge : undefined
}

/** The error for an application that has read the body before this program could. */
export function bodyAlreadyRead(): OmmerError {
  return new OmmerError('BODY_ALREADY_READ', 'mount this handler before any body parser')
}
