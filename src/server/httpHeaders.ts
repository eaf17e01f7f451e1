// Header fields as node:http takes them: names and values alternating.

/** Of every response with JSON. */
export const jsonContent = ['Content-Type', 'application/json']

/** Lets web pages of any origin read the response (Fetch, CORS protocol). */
export const forAnyOrigin = ['Access-Control-Allow-Origin', '*']
