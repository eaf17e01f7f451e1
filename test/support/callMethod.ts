/**
 * Calls a method at an address of a server, and closes the connection.
 *
 * @param url of an endpoint, or of its control address
 * @throws {Error} if the response is an error
 */
export async function callMethod<Result>(
  url: string,
  method: string,
  ...params: readonly unknown[]
): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    // The connection must not remain when the state of the server is compared.
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as {
    readonly result: Result
    readonly error?: { readonly message: string }
  }
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return result
}
