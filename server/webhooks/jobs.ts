import { defineWorker, type JobWorker } from '#server/platform/queue/queue.ts'
import { createWebhookDeliveries } from './create-deliveries.ts'
import { webhookEventJob } from './webhook-events.ts'

export const webhookWorkers: JobWorker[] = [defineWorker(webhookEventJob, createWebhookDeliveries, 2)]
