/** A client that may be a web page. */
export interface PageClient {
  /** The origin of the web page that sends the request; undefined if a program does. */
  readonly origin?: (() => string | undefined) | undefined
}
