# SPDX-License-Identifier: GPL-2.0-only
# Files of drivers, server releases and TDS drivers as a C++ source, ${NET8_PROFILE_TEXTS}; written when one changes.
function(net8_profile_texts function folder out)
  file(GLOB _files CONFIGURE_DEPENDS ${NET8_DIR}/model/profile/${folder}/*.toml)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${_files})
  set(_texts "")
  foreach(_file IN LISTS _files)
    get_filename_component(_name ${_file} NAME)
    file(READ ${_file} _text)
    string(APPEND _texts "        {\"${folder}/${_name}\",\n         R\"toml(${_text})toml\"},\n")
  endforeach()
  set(${out}
      "${${out}}
std::span<const ProfileText>
${function}()
{
    static constexpr ProfileText TEXTS[]{
${_texts}    };
    return TEXTS;
}
"
      PARENT_SCOPE
  )
endfunction()

set(_net8_texts "")
net8_profile_texts(GetDriverTexts drivers _net8_texts)
net8_profile_texts(GetReleaseTexts releases _net8_texts)
net8_profile_texts(GetTdsDriverTexts tds-drivers _net8_texts)
set(NET8_PROFILE_TEXTS ${CMAKE_BINARY_DIR}/net8-profile-texts.cc)
file(
  CONFIGURE
  OUTPUT ${NET8_PROFILE_TEXTS}
  CONTENT "// Written by cmake/Net8Profiles.cmake.
#include \"ns3/net8-profile-library.h\"
#include \"ns3/net8-tds-driver.h\"

namespace ns3::net8
{
@_net8_texts@
} // namespace ns3::net8
"
  @ONLY
)
