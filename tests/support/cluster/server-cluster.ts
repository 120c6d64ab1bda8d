import { rm } from 'node:fs/promises'
import { createDataDir, type ServerProcess, startServerProcess } from '../processes/server-process.ts'
import { type LoadBalancer, startLoadBalancer } from './load-balancer.ts'

/** Two web servers and two workers behind a load balancer, as if each process ran on a separate machine. */
export interface ServerCluster {
  /** The load balancer at the public address, which sends consecutive requests to different web servers. */
  loadBalancer: LoadBalancer
  webServers: ServerProcess[]
  workers: ServerProcess[]
  /** Replaces a killed process with another one on the same port. */
  restart(dead: ServerProcess): Promise<ServerProcess>
  close(): Promise<void>
}

interface ClusterOptions {
  /**
   * Settings for the database and the file storage, including `DATA_DIR` if the storage is a shared folder.
   */
  env: Record<string, string>
  /** The public address, if it differs from the load balancer's address. */
  publicUrl?: string
  workers?: number
}

export async function startServerCluster({
  env,
  publicUrl,
  workers = 2,
}: ClusterOptions): Promise<ServerCluster> {
  const front = await startLoadBalancer()
  const folders: string[] = []
  const shared = { PUBLIC_URL: publicUrl ?? front.url, TRUST_PROXY: '127.0.0.1', ...env }
  const begin = async (role: string, port?: number) => {
    const dataDir = env['DATA_DIR'] ?? (await createDataDir())
    if (!env['DATA_DIR']) folders.push(dataDir)
    return startServerProcess({ dataDir, env: { ...shared, ROLE: role }, ...(port && { port }) })
  }
  // Start all processes at once, even if the database has not been migrated yet.
  const roles = ['web', 'web', ...Array.from({ length: workers }, () => 'worker')]
  const started = await Promise.all(roles.map((role) => begin(role)))
  const four: ServerCluster = {
    loadBalancer: front,
    webServers: started.slice(0, 2),
    workers: started.slice(2),
    async restart(dead) {
      const isWeb = four.webServers.includes(dead)
      const again = await begin(isWeb ? 'web' : 'worker', dead.port)
      const list = isWeb ? four.webServers : four.workers
      list[list.indexOf(dead)] = again
      return again
    },
    async close() {
      await front.close()
      await Promise.all([...four.webServers, ...four.workers].map((one) => one.stop()))
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    },
  }
  front.to.push(...four.webServers.map(({ port }) => port))
  return four
}
