import express, { type ErrorRequestHandler, type Express } from 'express'
import type { Dispatcher } from '../rpc/dispatcher.ts'
import { refuse } from './httpHandler.ts'
import * as refusals from './refusals.ts'

export interface ApplicationOptions {
  readonly dispatcher: Dispatcher
  readonly clientVersion: string
  readonly onInternalError: (error: unknown) => void
}

/** Makes the Express application that answers everything but JSON-RPC. */
export function createApplication({
  dispatcher,
  clientVersion,
  onInternalError,
}: ApplicationOptions): Express {
  const application = express()
  application.disable('x-powered-by')
  application.get('/', (_request, response) => {
    response.json({
      name: clientVersion,
      http: '/v3/<API_KEY>',
      webSocket: '/ws/v3/<API_KEY>',
      methods: dispatcher.methodNames,
    })
  })
  application.use('/ws/v3', (_request, response) => refuse(response, refusals.upgradeRequired))
  application.use((_request, response) => refuse(response, refusals.unknownPath))
  // Express knows an error handler by its four parameters, and its own would show a stack trace.
  const handleError: ErrorRequestHandler = (error, _request, response, _next) => {
    onInternalError(error)
    refuse(response, refusals.failure)
  }
  application.use(handleError)
  return application
}
