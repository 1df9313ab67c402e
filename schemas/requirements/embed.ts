import { embedAssignments } from './embed-assignments.ts';
import { embedDefinitions } from './embed-definitions.ts';
import { embedProfile, embedRequest } from './embed-request.ts';
import type { Requirement } from './row.ts';

/** "Embed session request", "Embed session response" and "Generate embed session". */
export const embed: readonly Requirement[] = [
  ...embedRequest,
  ...embedProfile,
  ...embedAssignments,
  ...embedDefinitions,
];
