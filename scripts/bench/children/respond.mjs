/** Reads the whole body of a request, because a client may send more on the same connection, and responds. */
export function respond(request, response, body) {
  request.resume()
  request.on('end', () => {
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    })
    response.end(body)
  })
}
