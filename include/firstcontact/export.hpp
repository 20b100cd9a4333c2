// What the library shows to whoever links it: what is marked here, and nothing else. Everything it is made of besides,
// inline functions and templates too, is its own, so that no other object in the process can take their place.
#pragma once

#if defined(_WIN32) && defined(FIRSTCONTACT_SHARED_BUILD)
#define FIRSTCONTACT_EXPORT __declspec(dllexport)
#elif defined(_WIN32) && defined(FIRSTCONTACT_SHARED)
#define FIRSTCONTACT_EXPORT __declspec(dllimport)
#elif defined(__GNUC__)
#define FIRSTCONTACT_EXPORT __attribute__((visibility("default")))
#else
#define FIRSTCONTACT_EXPORT
#endif
