import type { OperationRates } from './generate-load.ts'
import type { MeasuredOperation } from '../measured-operations.ts'

interface CheckLoad {
  rates: OperationRates
  pages: { members: number; visitors: number }
  seconds: number
}

/**
 * The loads of the check runs: requests per second and open pages. They mix operations that are calibrated one by one,
 * with other rates, another size of segments and other numbers of pages.
 */
export const checkLoads: Record<string, CheckLoad> = {
  evening: {
    rates: {
      'segment-member-medium': 50,
      'segment-anonymous-medium': 30,
      'page-cached': 30,
      'page-member': 6,
      'api-list': 10,
      'api-item': 15,
      'api-comments': 15,
      search: 2,
      like: 5,
      view: 10,
      position: 10,
      comment: 1,
    },
    pages: { members: 200, visitors: 100 },
    seconds: 13,
  },
  'viral video': {
    rates: {
      'segment-anonymous-medium': 60,
      'page-cached': 80,
      'page-rendered': 4,
      like: 30,
      view: 50,
      comment: 3,
    },
    pages: { members: 0, visitors: 300 },
    seconds: 10,
  },
  browsing: {
    rates: {
      'page-member': 12,
      'page-rendered': 6,
      'api-list': 40,
      'api-item': 40,
      'api-comments': 40,
      search: 6,
      position: 20,
    },
    pages: { members: 0, visitors: 0 },
    seconds: 10,
  },
}

/**
 * The operations of the run in which 16 connections send requests as fast as the server responds. None of them waits for
 * the disk, which is not simulated.
 */
export const closedLoopOperations: MeasuredOperation[] = [
  'api-list',
  'api-item',
  'page-cached',
  'api-comments',
  'segment-member-medium',
]
