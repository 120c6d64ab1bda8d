import { sql } from 'kysely'
import { selectOwnProfile } from '#server/access-policy/profile-queries.ts'
import { activityExportFiles } from './activity-export-files.ts'
import type { DataExportFile } from './data-export-file.ts'

/**
 * An SQL expression for the action of a moderation decision. The actions have the same names as in the
 * statement of reasons. Quarantined content appears as removed. A query with this expression must select from
 * the `decisions` table.
 */
const publicAction = sql`case decisions.action when 'quarantine' then 'remove' else decisions.action end as action`

/**
 * The files of the export. The exported files contain only what the user wrote and the settings that the user
 * chose. In the export, another person is identified only by username. The username is included only if the
 * user chose that person (for example by following them) and that person's account is visible. What other
 * people wrote or did is not included, because it is their personal data. Secrets (passwords, tokens) are
 * never exported.
 */
export const dataExportFiles: readonly DataExportFile[] = [
  {
    file: 'account',
    about: 'your account: email, name, the age you entered, and how you sign in',
    tables: [
      'users',
      'private_details',
      'sign_in_methods',
      'provider_role_grants',
      'second_factors',
      'passkeys',
    ],
    rows: (
      me,
    ) => sql`select users.id, users.email, users.email_verified, users.name, users.role, users.language, users.created_at,
      own.full_name, own.first_name, own.display_name, own.age, own.age_declared_on, own.terms_version,
      own.terms_accepted_at, own.marketing, own.time_zone,
      (select array_agg(provider_id) from sign_in_methods where user_id = users.id) as signs_in_with,
      (select json_agg(json_build_object('provider', provider_id, 'id_there', account_id, 'connected_at', created_at)
        order by created_at) from sign_in_methods where user_id = users.id and provider_id <> 'credential') as providers,
      (select json_agg(json_build_object('provider', provider_id, 'role', role, 'granted_at', granted_at)
        order by provider_id) from provider_role_grants where user_id = users.id) as roles_by_provider,
      (select confirmed_at from second_factors where user_id = users.id) as second_step_since,
      (select json_agg(json_build_object('name', passkeys.name, 'created_at', passkeys.created_at, 'used_at', used_at)
        order by passkeys.created_at) from passkeys where user_id = users.id) as passkeys
      from users left join private_details as own on own.user_id = users.id where users.id = ${me}`,
  },
  {
    file: 'profile',
    about: 'your current profile',
    tables: ['profiles'],
    rows: (me) =>
      selectOwnProfile(me)
        .select([
          'username',
          'display_name',
          'display_name_mode',
          'bio',
          'is_private',
          'hides_views',
          'held_words',
          'is_minor',
          'avatar_url',
        ])
        .select(['last_username_change', 'deletion_scheduled_at', 'suspended_until', 'age_out_notified_at'])
        .select(['held_bio', 'comments_muted_until', 'created_at', 'updated_at']),
  },
  {
    file: 'settings',
    about: 'the safety settings that you have changed from the default, and whether your watch history is on',
    tables: ['safety_settings', 'watch_history_settings'],
    rows: (me) => sql`select setting, value, changed_at from safety_settings where user_id = ${me}
      union all select 'watch_history', to_jsonb(state), changed_at from watch_history_settings where user_id = ${me}
      order by setting`,
  },
  {
    file: 'invitations',
    about: 'the invitation links that you have created as a member of staff',
    tables: ['invitations'],
    rows: (me) => sql`select note, uses, max_uses, created_at, expires_at, revoked_at, last_used_at
      from invitations where created_by = ${me} order by created_at`,
  },
  {
    file: 'first-day',
    about: 'how often you did things on the first day of your account',
    tables: ['first_day_usage'],
    rows: (me) => sql`select uploads, comments, follows from first_day_usage where user_id = ${me}`,
  },
  {
    file: 'notification-switches',
    about: 'the kinds of notifications you have switched off',
    tables: ['notification_opt_outs'],
    rows: (me) => sql`select kind as off from notification_opt_outs where user_id = ${me} order by kind`,
  },
  {
    file: 'push-notifications',
    about: 'the kinds of push notifications you have turned on, and the devices that get them',
    tables: ['push_opt_ins', 'push_subscriptions'],
    // The endpoint URL of a subscription is secret, so only its host is exported.
    rows: (
      me,
    ) => sql`select kind as on, null as device, null as push_service, null::timestamptz as created_at,
      null::timestamptz as used_at from push_opt_ins where user_id = ${me}
      union all select null, coalesce(sessions.user_agent, 'unknown'), split_part(endpoint, '/', 3), push_subscriptions.created_at, used_at
      from push_subscriptions join sessions on sessions.id = session_id where push_subscriptions.user_id = ${me}`,
  },
  {
    file: 'weekly-email',
    about: 'whether you get the weekly email, and when we sent it to you in the last 90 days',
    tables: ['weekly_digest_settings', 'weekly_digests'],
    rows: (me) => sql`select 'on' as what, created_at as at from weekly_digest_settings where user_id = ${me}
      union all select 'sent', created_at from weekly_digests where user_id = ${me} order by at`,
  },
  {
    file: 'sessions',
    about: 'where you are signed in',
    tables: ['sessions'],
    rows: (
      me,
    ) => sql`select id, user_agent as device, provider_id as signed_in_with, remembered, created_at, updated_at as renewed_at, expires_at
      from sessions where user_id = ${me} order by created_at`,
  },
  ...activityExportFiles,
  {
    file: 'notifications',
    about: 'your notifications of the last 90 days',
    tables: ['notifications'],
    rows: (me) => sql`select kind, '/watch/' || content_id as video, created_at, read_at
      from notifications where user_id = ${me} order by created_at`,
  },
  {
    file: 'decisions',
    about: 'decisions about you or your content, with the reasons',
    tables: ['decisions'],
    rows: (
      me,
    ) => sql`select subject, about, ${publicAction}, rule, source, automatic, facts, strikes, until, made_at, reversed_at
      from decisions where user_id = ${me} and action <> 'dismiss' order by made_at`,
  },
  {
    file: 'second-looks',
    about: 'your appeals and their results',
    tables: ['appeals'],
    rows: (me) => sql`select ${publicAction}, appeals.words, appeals.made_at, outcome, decided_at, answer
      from appeals join decisions on decisions.id = appeals.decision_id
      where decisions.user_id = ${me} order by appeals.made_at`,
  },
  {
    file: 'reports',
    about: 'your reports and their results',
    tables: ['reports'],
    rows: (me) => sql`select receipt, subject, reason, words, outcome, created_at, decided_at
      from reports where reporter_id = ${me} order by created_at`,
  },
  {
    file: 'letters-to-us',
    about: 'messages you sent us while signed in, and our answers',
    tables: ['contact_messages', 'contact_replies'],
    rows: (me) => sql`select first_name, last_name, email, subject, topic, message, created_at, closed_at,
      array(select jsonb_build_object('body', body, 'sent_at', sent_at) from contact_replies
        where message_id = contact_messages.id order by sent_at) as answers
      from contact_messages where user_id = ${me} order by created_at`,
  },
]
