/** The client that sends a request, described by its network address and the request's headers. */
export interface ClientInfo {
  address: string
  headers: Headers
}
