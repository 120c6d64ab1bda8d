import { defineMessages } from '#i18n/define-messages.ts'

/** Errors about broadcasts. Part of error-table.ts. */
export const broadcastErrors = defineMessages(
  'errors/broadcasts',
  {
    broadcast_age: {
      status: 403,
      title: 'You’re not old enough yet',
      detail: 'You can go live once you’re {age}.',
      when: 'LIVE=on',
    },
    broadcast_email_unconfirmed: {
      status: 403,
      title: 'Confirm your email first',
      detail: 'Open the link in the email we sent you. Then you can go live.',
      when: 'LIVE=on',
    },
    broadcast_account_new: {
      status: 403,
      title: 'You can’t go live on your first day',
      detail: 'You can go live 24 hours after joining.',
      when: 'LIVE=on',
    },
    broadcast_running: {
      status: 409,
      title: 'You are already live',
      detail: 'End your current broadcast before you start another.',
      when: 'LIVE=on',
    },
    broadcast_no_capacity: {
      status: 503,
      title: 'No room for another broadcast',
      detail: 'Too many people are live right now. Try again in a few minutes.',
      when: 'LIVE=on',
    },
    broadcast_ended: {
      status: 410,
      title: 'The broadcast has ended',
      detail: 'Start a new broadcast to go live again.',
      when: 'LIVE=on',
    },
    broadcast_rejected: {
      status: 410,
      title: 'The broadcast has ended',
      detail: 'Your broadcast has ended. {reason}',
      when: 'LIVE=on',
    },
    broadcast_continued: {
      status: 412,
      title: 'The broadcast continues on another page',
      detail: 'Only the page where you last continued it can send video.',
      when: 'LIVE=on',
    },
    broadcast_format_changed: {
      status: 422,
      title: 'The video format has changed',
      detail: 'Continue in the same browser, or end this broadcast and start a new one.',
      when: 'LIVE=on',
    },
    broadcast_chunk_order: {
      status: 409,
      title: 'A chunk is missing',
      detail: 'The next chunk must have the number {expected}.',
      when: 'LIVE=on',
    },
    broadcast_chunk_too_large: {
      status: 413,
      title: 'The chunk is too large',
      detail: 'Send chunks of at most 2 MB.',
      when: 'LIVE=on',
    },
    broadcast_too_many_chunks: {
      status: 429,
      title: 'Too many chunks',
      detail: 'Send chunks of about 250 ms, and at most 20 chunks per second.',
      when: 'LIVE=on',
    },
    broadcast_too_fast: {
      status: 429,
      title: 'Too much data',
      detail: 'Lower the video bitrate to at most 8 Mbit/s.',
      when: 'LIVE=on',
    },
    chat_ended: {
      status: 410,
      title: 'The chat has ended',
      detail: 'The broadcast is over. You can write a comment instead.',
      when: 'LIVE=on',
    },
    chat_too_long: {
      status: 422,
      title: 'Message too long',
      detail: 'Use at most 200 characters.',
      field: 'body',
      when: 'LIVE=on',
    },
    chat_slow_mode: {
      status: 429,
      title: 'Slow mode is on',
      detail: 'You can send one message every {seconds} seconds.',
      when: 'LIVE=on',
    },
    chat_helper_not_follower: {
      status: 422,
      title: 'Not one of your followers',
      detail: 'Only people who follow you can be helpers.',
      field: 'username',
      when: 'LIVE=on',
    },
    chat_helper_adult: {
      status: 422,
      title: 'Not under 18',
      detail: 'Helpers need to be under 18, like you.',
      field: 'username',
      when: 'LIVE=on',
    },
    chat_helpers_full: {
      status: 409,
      title: 'No more helpers',
      detail: 'You can have up to {most} helpers. Remove one first.',
      field: 'username',
      when: 'LIVE=on',
    },
    stop_reason_required: {
      status: 422,
      title: 'Reason required',
      detail: 'Say why you’re stopping this broadcast.',
      field: 'reason',
      when: 'LIVE=on',
    },
  } as const,
  ['field', 'when'],
)
