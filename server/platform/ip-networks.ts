import { BlockList, isIP } from 'node:net'

/**
 * The loopback networks. Proxies in these loopback networks are trusted by default if the site uses https.
 * The server itself never uses TLS, so an https site is always behind a proxy, usually on the same machine.
 */
export const loopbackNetworks = ['127.0.0.0/8', '::1']

export function parseNetworkList(names: string[]): BlockList {
  const list = new BlockList()
  for (const name of names.filter((given) => given !== 'none')) {
    const [address = '', bits] = name.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

export function isValidNetwork(name: string): boolean {
  const [address = '', bits, ...more] = name.split('/')
  if (name === 'none') return true
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!
  return more.length === 0 && (bits === undefined ? most > 0 : /^\d{1,3}$/.test(bits) && Number(bits) <= most)
}

/** Returns whether a host name refers to this machine and cannot be reached from other machines. */
export function isLoopbackHost(host: string): boolean {
  return (
    host === 'localhost' || parseNetworkList(loopbackNetworks).check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')
  )
}
