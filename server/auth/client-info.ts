/** The client that sends a request: its network address and its headers. */
export interface ClientInfo {
  address: string
  headers: Headers
}
