import type { OpenAPIV3_1 } from 'openapi-types';

/** Which base address an operation is served under. */
export type Family = 'platform' | 'data' | 'ai';

/** How a security scheme writes a credential into the Authorization header. */
export interface Scheme {
  name: string;
  /** What stands before the credential, e.g. `Bearer `. */
  prefix: string;
}

/** An operation of the contract, with everything that a client needs to call it. */
export interface Operation {
  id: string;
  method: string;
  /** Path template below the family's base address, e.g. `/v1/embed-tenants/{embedTenantName}/groups`. */
  path: string;
  family: Family;
  scheme: Scheme;
  /** The requirement that owns the status and media type of a success. */
  requirement?: string;
  parameters: OpenAPIV3_1.ParameterObject[];
  /** Whether the contract describes the body of a success. */
  describesAnswer: boolean;
  /** The fields that every success has, where the contract describes an object. */
  answerFields: readonly string[];
}
